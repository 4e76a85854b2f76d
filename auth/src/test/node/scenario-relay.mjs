// The command that the conformance suite starts for each scenario. Forwards its arguments to the test process, which runs
// the client, and exits with the result of that client.
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
