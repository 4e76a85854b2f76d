// Resolves packages from the working directory instead of the folder of this file.
import { createRequire } from 'node:module';
import path from 'node:path';

export const require = createRequire(path.join(process.cwd(), 'package.json'));

/** Exits when the parent process exits. */
export function endWithParent() {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.resume();
}

/** Serves on a free port of the loopback interface and prints the port. */
export function serve(server) {
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}

export const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });

export const nameForm = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
};
