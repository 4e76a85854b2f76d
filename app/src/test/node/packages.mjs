// Loads packages from the current folder, not from the folder of this file.
import { createRequire } from 'node:module';
import path from 'node:path';

export const installed = createRequire(path.join(process.cwd(), 'package.json'));
