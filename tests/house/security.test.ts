import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Requirement groups of ASVS 4.0.3; 1.3 and 1.13 are only place-holders there. */
const GROUPS = Object.entries({
  1: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14],
  2: 10,
  3: 7,
  4: 3,
  5: 5,
  6: 4,
  7: 4,
  8: 3,
  9: 2,
  10: 3,
  11: 1,
  12: 6,
  13: 4,
  14: 5,
}).flatMap(([chapter, groups]) =>
  (typeof groups === 'number' ? Array.from({ length: groups }, (_none, at) => at + 1) : groups).map(
    (group) => `V${chapter}.${group}`,
  ),
);

const text = readFileSync('src/server/SECURITY.md', 'utf8');
const lines = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const filesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`\s]+\/[^`\s]+|[\w.-]+\.(?:ts|tsx|json|md))`/g)].map(([, path]) => path as string);

describe('the threat model', () => {
  it('names only files that are there, and for each way in a test', () => {
    const model = readFileSync('src/server/THREATS.md', 'utf8');
    expect([...new Set(filesIn(model))].filter((path) => !existsSync(path))).toEqual([]);
    const ways =
      (model.split('## Entry points')[1] ?? '')
        .split('## Remaining risks')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| entry point')) ?? [];
    expect(ways.length).toBeGreaterThan(12);
    expect(ways.filter((line) => !filesIn(line).some((path) => path.startsWith('tests/')))).toEqual([]);
  });
});

describe('the table of security', () => {
  it('holds every requirement group of ASVS once, in order', () => {
    expect(lines.map(([name = '']) => name.split(' ')[0])).toEqual(GROUPS);
  });

  it('names only files that are there', () => {
    const named = lines.flatMap((cells) => cells.flatMap(filesIn));
    expect(named.length).toBeGreaterThan(120);
    expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('says of each group code and test, or why there are none', () => {
    const bare = lines.filter(
      ([, code = '', test = '']) =>
        !(/^(not applicable|not yet): \S/.test(code) && test === '') &&
        (filesIn(code).length === 0 || !filesIn(test).some((path) => path.startsWith('tests/'))),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});

describe('the description of the server', () => {
  const page = (name: string): string => readFileSync(`src/server/${name}`, 'utf8');
  const pages = ['README.md', ...readdirSync('src/server/docs').map((name) => `docs/${name}`)].map(page);

  it('names only tests that are there, and of several servers one for each row', () => {
    const rows = (page('docs/operation.md').split('## Several servers')[1] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1, 9);
    const held = rows.map((line) =>
      [...line.matchAll(/`([\w/]+\.test\.ts)`/g)].map(([, name]) => `tests/server/${name}`),
    );
    expect(held.filter((names) => names.length > 0)).toHaveLength(8);
    const named = [
      ...held.flat(),
      ...pages.flatMap((text) => [...text.matchAll(/`(tests\/[^`\s*]+\.tsx?)`/g)].map(([, path]) => path as string)),
    ];
    expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
  });
});
