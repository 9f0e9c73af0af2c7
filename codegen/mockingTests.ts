import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The test files without JSX that replace modules, as paths from the root. `pattern`: `tests/{folder,folder}/` and what follows. */
export const mockingTests = (pattern: string): string[] =>
  (/\{(.+?)\}/.exec(pattern)?.[1]?.split(',') ?? [])
    .flatMap((folder) =>
      readdirSync(join(ROOT, 'tests', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('tests', folder, file),
      ),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(ROOT, file), 'utf8')));
