# The server and nothing else, for a store of your own:
#   docker run -p 8000:8000 -e LEVERSTOKE_STORE=redis://… -e LEVERSTOKE_SECRET_KEY=… leverstoke
# or with the embedded store, its data in a volume:
#   docker run -p 8000:8000 -v leverstoke:/data leverstoke
# Several of them on one store, behind a proxy: compose.yaml.

FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.txt ./
RUN python -m venv --without-pip /opt/leverstoke \
    && pip --python /opt/leverstoke/bin/python install --no-cache-dir --requirement requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY server server
COPY schemas schemas
# What builds the package is locked with the rest, and stays behind.
RUN pip --python /opt/leverstoke/bin/python install --no-cache-dir --no-deps --no-build-isolation . \
    && pip --python /opt/leverstoke/bin/python uninstall --yes editables hatchling pathspec pluggy tomlkit trove-classifiers

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Leverstoke" \
      org.opencontainers.image.description="A REST game server for The Shooting Party and Shooter" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --system --gid 10001 leverstoke \
    && useradd --system --uid 10001 --gid leverstoke --home-dir /data --create-home leverstoke
COPY --from=build /opt/leverstoke /opt/leverstoke
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV LEVERSTOKE_HOST=0.0.0.0 LEVERSTOKE_DATA=/data PYTHONUNBUFFERED=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
    CMD ["/opt/leverstoke/bin/python", "-c", "import urllib.request as u, os; u.urlopen(f'http://127.0.0.1:{os.environ.get(\"LEVERSTOKE_PORT\", 8000)}/health', timeout=2)"]
ENTRYPOINT ["/opt/leverstoke/bin/leverstoke"]
CMD ["serve"]
