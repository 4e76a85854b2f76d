// Resolves packages from the working directory instead of the folder of this file.
import { createRequire } from 'node:module';
import path from 'node:path';

export const require = createRequire(path.join(process.cwd(), 'package.json'));

/** Exits when the parent process exits. */
export function endWithParent() {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.resume();
}
