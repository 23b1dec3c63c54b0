"""Bytes that are no request, half of one, or two in the coat of one: what may come over a bare line, and what it gets.

``OUTSIDE`` is all that gunicorn answers before we are asked, in its own words, by cause. What comes further is ours, as
``INSIDE`` has it, and whatever is refused there is a problem.
"""

POST = b"POST /v1/shooter/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: x\r\n"
CHUNKS = POST + b"Transfer-Encoding: chunked\r\n\r\n"
CLOSE = b"Connection: close\r\n\r\n"
END = b"\r\n0\r\n\r\n"


def line(text: bytes) -> bytes:
    """A whole request with *text* for its first line."""
    return text + b"\r\nHost: x\r\n\r\n"


OUTSIDE = {
    400: {
        # the first line
        "a line of bytes": b"\x00\xff\r\n\r\n",
        "a handshake of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\r\n" * 20,
        "HTTP/0.9": b"GET /health\r\n\r\n",
        "HTTP/1.10": line(b"GET /health HTTP/1.10"),
        "HTTP/2 at once": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        "HTTP/3": line(b"GET /health HTTP/3.0"),
        "no method": line(b" /health HTTP/1.1"),
        "a method in small letters": line(b"get /health HTTP/1.1"),
        "a method of 21 letters": line(b"A" * 21 + b" /health HTTP/1.1"),
        "a space before it": line(b" GET /health HTTP/1.1"),
        "a space in it": line(b"GET /health /ready HTTP/1.1"),
        "two empty lines before it": b"\r\n\r\n" + GET + b"\r\n",
        "NUL in the path": line(b"GET /\0 HTTP/1.1"),
        "UTF-8 in the path": line("GET /é HTTP/1.1".encode()),
        "bytes in the path": line(b"GET /v1/shooter/sessions/\xff\xfe HTTP/1.1"),
        "a host for a path": line(b"GET evil.example:80 HTTP/1.1"),
        "a host that is none": line(b"GET http://[::1/health HTTP/1.1"),
        "a star to GET": line(b"GET * HTTP/1.1"),
        "what a proxy says first": b"PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n" + GET + b"\r\n",
        # headers
        "no colon": GET + b"nonsense\r\n\r\n",
        "no name": GET + b": x\r\n\r\n",
        "a space behind the name": GET + b"Content-Length : 2\r\n\r\n",
        "NUL in a name": GET + b"X\0: a\r\n\r\n",
        "NUL in a header": GET + b"X: a\0b\r\n\r\n",
        "DEL in a header": GET + b"X: \x7f\r\n\r\n",
        "a folded header": GET + b"X: a\r\n b\r\n\r\n",
        "a bare CR": GET + b"X: a\rContent-Length: 2\r\n\r\n",
        "a bare LF": GET + b"X: a\nContent-Length: 2\r\n\r\n",
        "bare LFs alone": b"GET /health HTTP/1.1\nHost: x\n\n",
        "two hosts": GET + b"Host: y\r\n\r\n",
        "NUL in the host": b"GET /health HTTP/1.1\r\nHost: a\0b\r\n\r\n",
        "two types of content": POST + b"Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n",
        # how long it is
        "a length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "chunks and a length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 99\r\n\r\n0\r\n\r\n",
        "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 99\r\n\r\n",
        "one length twice": POST + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
        "a list of lengths": POST + b"Content-Length: 0, 0\r\n\r\n",
        "a length in words": POST + b"Content-Length: many\r\n\r\n",
        "a length with a plus": POST + b"Content-Length: +0\r\n\r\n",
        "a length below nothing": POST + b"Content-Length: -1\r\n\r\n",
        "a length with a space": POST + b"Content-Length: 0 0\r\n\r\n",
        "a length with an underscore": POST + b"Content-Length: 0_0\r\n\r\n",
        "a length in hex": POST + b"Content-Length: 0x0\r\n\r\n",
        "a length in small digits": POST + b"Content-Length: \xb2\r\n\r\n",
        "a length of no digits": POST + b"Content-Length: \r\n\r\n",
        "a length of 5000 digits": POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        "chunks twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "chunks and then no more": POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "no chunks": POST + b"Transfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n",
        "chunks behind a strange space": POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
        "chunks, folded": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
        "chunks in HTTP/1.0": POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    },
    414: {
        "a path of 4 kB": line(b"GET /" + b"x" * 4090 + b" HTTP/1.1"),
        "a path of 100 kB": line(b"GET /" + b"x" * 100_000 + b" HTTP/1.1"),
        "a query of 100 kB": line(b"GET /health?" + b"x" * 100_000 + b" HTTP/1.1"),
    },
    417: {"an expectation of something else": GET + b"Expect: the-unexpected\r\n\r\n"},
    431: {
        "101 headers": GET + b"X: y\r\n" * 100 + b"\r\n",
        "10,000 headers": GET + b"X: y\r\n" * 10_000 + b"\r\n",
        "a header of 9 kB": GET + b"X: " + b"y" * 9_000 + b"\r\n\r\n",
        "a header of 1 MB": GET + b"X: " + b"y" * 1_000_000 + b"\r\n\r\n",
    },
    501: {
        "a coding nobody knows": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "a coding in quotes": POST + b'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n',
        "a coding without a name": POST + b"Transfer-Encoding: \r\n\r\n0\r\n\r\n",
    },
}
"""By status and cause: what is refused before Flask is asked. Nothing behind it on the same line is listened to."""

INSIDE = {
    "chunks": (CHUNKS + b"2\r\n{}" + END, "411 length_required"),
    "chunks, LOUD": (POST + b"Transfer-Encoding: ChUnKeD\r\n\r\n2\r\n{}" + END, "411 length_required"),
    "zipped chunks": (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}" + END, "411 length_required"),
    "chunks with extensions": (CHUNKS + b'2;a=b;c="d"\r\n{}' + END, "411 length_required"),
    "chunks with a trailer": (CHUNKS + b"2\r\n{}\r\n0\r\nX: y\r\n\r\n", "411 length_required"),
    "a chunk that does not end": (CHUNKS + b"100\r\n{}", "411 length_required"),
    "a chunk of all there is": (CHUNKS + b"f" * 32 + b"\r\n{}" + END, "411 length_required"),
    "less than was announced": (POST + b"Content-Length: 100\r\n\r\n{}", "400 malformed_json"),
    "nothing of it": (POST + b"Content-Length: 43\r\n\r\n", "400 malformed_json"),
    "more than may be": (POST + b"Content-Length: 10000000\r\n\r\n" + b" " * 10_000_000, "413 payload_too_large"),
    "more than there can be": (POST + b"Content-Length: " + b"9" * 99 + b"\r\n\r\n{}", "413 payload_too_large"),
    "zipped": (POST + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b", "400 malformed_json"),
    "a length under another name": (POST + b"Content_Length: 99\r\n" + CLOSE + b"{}", "201"),
    "no host": (b"GET /health HTTP/1.1\r\n\r\n", "200"),
    "an odd host": (b"GET /health HTTP/1.1\r\nHost: a b@c/../<x>:99999999\r\n\r\n", "200"),
    "HTTP/1.0": (b"GET /health HTTP/1.0\r\n\r\n", "200"),
    "one empty line before": (b"\r\n" + GET + b"\r\n", "200"),
    "a whole address": (line(b"GET http://evil.example/v1/games HTTP/1.1"), "200"),
    "a whole address of a file": (line(b"GET file:///etc/passwd HTTP/1.1"), "404 not_found"),
    "another's address": (line(b"GET //evil.example/health HTTP/1.1"), "404 not_found"),
    "dots": (line(b"GET /v1/../../../etc/passwd HTTP/1.1"), "404 not_found"),
    "NUL, escaped": (line(b"GET /v1/games%00 HTTP/1.1"), "404 not_found"),
    "no UTF-8, escaped": (line(b"GET /v1/shooter/sessions/%ff%c0%af HTTP/1.1"), "404 not_found"),
    "a star": (line(b"OPTIONS * HTTP/1.1"), "404 not_found"),
    "CONNECT": (line(b"CONNECT evil.example:443 HTTP/1.1"), "404 not_found"),
    "CONNECT to a path": (line(b"CONNECT /health HTTP/1.1"), "405 method_not_allowed"),
    "TRACE": (line(b"TRACE /health HTTP/1.1"), "405 method_not_allowed"),
    "a method nobody knows": (line(b"BREW /health HTTP/1.1"), "405 method_not_allowed"),
    "another method on top": (POST + b"X-HTTP-Method-Override: DELETE\r\nContent-Length: 2\r\n\r\n{}", "201"),
    "another route": (GET + b"SCRIPT_NAME: /v1\r\nSCRIPT-NAME: /v1\r\nPATH_INFO: /nothing\r\n\r\n", "200"),
    "a token of bytes": (GET + b"Authorization: Bearer \xe9\xff\r\n\r\n", "401 unauthorized"),
    "two tokens": (GET + b"Authorization: Bearer x\r\nAuthorization: Bearer y\r\n\r\n", "401 unauthorized"),
    "HTTP/2 by upgrade": (
        GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
        "200",
    ),
}
"""What comes through to us, and what we say."""

BAD_CHUNKS = {
    "no number": b"zz\r\n",
    "a number below nothing": b"-2\r\n{}" + END,
    "0x": b"0x2\r\n{}" + END,
    "an extension that does not end": b'2;a="\r\n{}' + END,
    "a bare LF": b"2;a\n{}" + END,
    "no end": b"2\r\n{}0\r\n\r\n",
    "a length for a trailer": b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
}
