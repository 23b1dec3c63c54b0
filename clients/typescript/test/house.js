/** A tiny house: a real HTTP server that answers each request with the next of its answers. */

import { createServer } from "node:http";

/** A view that is enough for the layer. */
export const view = (more = {}) => ({
  id: "S",
  game: "shooter",
  version: 1,
  status: "active",
  seat: 0,
  to_act: [0],
  seeded: true,
  commitment: null,
  seed: null,
  options: { players: 4, first_dealer: null },
  legal_actions: [{ action: "play", body: { card: "QS" } }],
  ...more,
});

export const problem = (status, code, more = {}) =>
  json(
    status,
    { type: `/v1/problems/${code}`, title: code, status, detail: `It is ${code}.`, code, ...more },
    {
      "Content-Type": "application/problem+json",
      ...more.headers,
    },
  );

/** An answer: JSON with a status. */
export function json(status, body, headers = {}) {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

export const seated = (more = {}, token = "T") =>
  json(201, { token, seat: 0, session: view(more), events: [] }, { ETag: '"1"' });

/** No answer: the connection is cut. */
export const lost = (_, response) => response.destroy();

/** The first half of an answer, whose length was announced. */
export const cut = (_, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1000 });
  response.write('{"id": "S"', () => response.destroy());
};

/** The first half of an answer whose end nobody can tell. */
export const endless = (_, response) => {
  response.socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"id": "S"');
};

/** A stream: these pieces, then the end, or a cut. */
export function stream(pieces, { end = true } = {}) {
  return async (_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (end) response.end();
    else response.destroy();
  };
}

/**
 * Opens the house, for one test.
 * @param {import("node:test").TestContext} test
 * @param {...Function} answers
 */
export async function house(test, ...answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    requests.push({
      method: request.method,
      url: request.url ?? "",
      headers: request.headers,
      body: body && JSON.parse(body),
    });
    const answer = answers[requests.length - 1] ?? problem(500, "no_more_answers");
    answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}`, requests };
}
