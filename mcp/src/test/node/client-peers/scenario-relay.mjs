// What the conformance suite starts for each scenario: hands the order over to the test program, which runs the
// client, and ends as that client ended.
import http from 'node:http';

const [port, address] = process.argv.slice(2);
const context = process.env.MCP_CONFORMANCE_CONTEXT;
const order = {
  address,
  scenario: process.env.MCP_CONFORMANCE_SCENARIO,
  context: context ? JSON.parse(context) : undefined,
};

const request = http.request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
  response.pipe(process.stderr);
  response.on('end', () => {
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  });
});
request.end(JSON.stringify(order));
