import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('src/WALKS.md', 'utf8');
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?!tests\/)[\w./-]+\.tsx?)`/g)].map(([, file = '']) => file);
/** The letter of each walk, its steps, and the number of files that the table gives it. */
const walks = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const letter = section.slice(0, 1);
    const steps = section.split('\n').filter((line) => /^\d+\. /.test(line));
    const count = new RegExp(`^\\| ${letter}: [^|]*\\| (\\d+) \\| (\\d+) \\|$`, 'm').exec(page);
    return { letter, files: filesIn(steps.join('\n')), now: Number(count?.[1]), before: Number(count?.[2]) };
  });

describe('the walks through the code', () => {
  it('name only files that exist', () => {
    expect(filesIn(page).filter((file) => !existsSync(`src/${file}`))).toEqual([]);
  });

  it('are three, each with the number of its files, and shorter than they were', () => {
    expect(walks.map(({ letter }) => letter)).toEqual(['a', 'b', 'c']);
    for (const { files, now, before } of walks) {
      expect(files).toHaveLength(now);
      expect(new Set(files).size).toBe(now);
      expect(now).toBeLessThan(before);
    }
  });
});
