// A server on @modelcontextprotocol/sdk with one shell, whose working directory and variables last as long as the process.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const installed = createRequire(path.join(process.cwd(), 'package.json'));
const { McpServer } = installed('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = installed('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = installed('zod');

const END = 'end-of-output';
const shell = spawn('bash', ['--norc'], { stdio: ['pipe', 'pipe', 'inherit'] });
let output = '';
let onOutput = () => {};
shell.stdout.on('data', (data) => {
  output += data;
  onOutput();
});
shell.on('exit', () => process.exit(1));

function run(command) {
  return new Promise((resolve) => {
    onOutput = () => {
      const end = output.indexOf(`${END}\n`);
      if (end >= 0) {
        resolve(output.slice(0, end));
        output = '';
      }
    };
    shell.stdin.write(`${command}\necho ${END}\n`);
  });
}

const mcp = new McpServer({ name: 'shell', version: '1' });
mcp.registerTool('run', { inputSchema: { command: z.string() } }, async ({ command }) => ({
  content: [{ type: 'text', text: await run(command) }],
}));
await mcp.connect(new StdioServerTransport());
process.stdin.on('end', () => shell.kill());
