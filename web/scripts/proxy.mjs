// A reverse proxy in front of a running Inflow, so that it can be measured as on the internet: https, and HTTP/2,
// which fetches a page's files in parallel. It makes a self-signed certificate at each start. Usage: node
// scripts/proxy.mjs [PORT [UPSTREAM-PORT]]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { createSecureServer } from "node:http2";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [port = "8443", upstream = "8080"] = process.argv.slice(2);
const host = "127.0.0.1";
// Hop-by-hop headers, which a proxy does not pass on.
const OF_THE_HOP = ["connection", "keep-alive", "transfer-encoding"];

function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "inflow-proxy-"));
  const [key, cert] = ["key", "cert"].map((name) => join(folder, name));
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return read;
}

const server = createSecureServer({ ...certificate(), allowHTTP1: true });
const agent = new Agent({ keepAlive: true });

server.on("request", (asked, answer) => {
  const given = Object.entries(asked.headers).filter(([name]) => !name.startsWith(":"));
  const headers = {
    ...Object.fromEntries(given),
    host: asked.headers[":authority"] ?? asked.headers.host,
    "x-forwarded-for": asked.socket.remoteAddress,
    "x-forwarded-proto": "https",
  };
  const passed = request({ host, port: upstream, method: asked.method, path: asked.url, headers, agent });
  passed.on("response", (said) => {
    const kept = Object.entries(said.headers).filter(([name]) => !OF_THE_HOP.includes(name));
    answer.writeHead(said.statusCode, Object.fromEntries(kept));
    said.pipe(answer);
  });
  passed.on("error", () => answer.headersSent || answer.writeHead(502).end());
  asked.pipe(passed);
});

// Sockets come over HTTP/1.1.
server.on("upgrade", (asked, socket, head) => {
  const passed = connect(Number(upstream), host, () => {
    const lines = asked.rawHeaders.map((part, index) => (index % 2 ? `${part}\r\n` : `${part}: `));
    passed.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    passed.write(head);
    passed.pipe(socket).pipe(passed);
  });
  passed.on("error", () => socket.destroy());
  socket.on("error", () => passed.destroy());
});

server.listen(Number(port), () => console.log(`https://localhost:${port}`));
