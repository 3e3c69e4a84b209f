// A hand-written server that reads the request and sends n bytes of a type: the lower bound of a
// response's cost.
import { createServer } from "node:http";

const answer = Buffer.alloc(Number(process.env.ANSWER_BYTES), "x");
const headers = { "content-type": process.env.ANSWER_TYPE, "content-length": answer.length };

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => response.writeHead(200, headers).end(answer));
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
