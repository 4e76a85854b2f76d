// The packages of the folder where this was started, wherever this file itself is.
import { createRequire } from 'node:module';
import path from 'node:path';

export const installed = createRequire(path.join(process.cwd(), 'package.json'));
