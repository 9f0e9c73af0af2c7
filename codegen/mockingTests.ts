import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Finds test files that mock or reset modules. `pattern`: a glob that begins with `tests/{folder,folder}/`.
 * Returns paths relative to the project root.
 */
export const mockingTests = (pattern: string): string[] =>
  (/\{(.+?)\}/.exec(pattern)?.[1]?.split(',') ?? [])
    .flatMap((folder) =>
      readdirSync(join(ROOT, 'tests', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('tests', folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(ROOT, file), 'utf8')));
