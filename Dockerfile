# The server and nothing else, for a store of your own:
#   docker run -p 8000:8000 -e LEVERSTOKE_STORE=redis://… -e LEVERSTOKE_SECRET_KEY=… leverstoke
# or with the embedded store, its data in a volume:
#   docker run -p 8000:8000 -v leverstoke:/data leverstoke

FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.txt .
RUN python -m venv /opt/leverstoke \
    && /opt/leverstoke/bin/pip install --no-cache-dir --requirement requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY server server
COPY schemas schemas
RUN /opt/leverstoke/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --home-dir /data --create-home leverstoke
COPY --from=build /opt/leverstoke /opt/leverstoke
USER leverstoke
WORKDIR /data
VOLUME /data
ENV LEVERSTOKE_HOST=0.0.0.0 LEVERSTOKE_DATA=/data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s \
    CMD ["/opt/leverstoke/bin/python", "-c", "import urllib.request as u, os; u.urlopen(f'http://127.0.0.1:{os.environ.get(\"LEVERSTOKE_PORT\", 8000)}/health', timeout=2)"]
ENTRYPOINT ["/opt/leverstoke/bin/leverstoke"]
CMD ["serve"]
