import type pg from 'pg';
import { expect, it, vi } from 'vitest';

it('keeps the first few hundred texts prepared, by one name each, and plans whatever comes after them each time', async () => {
  // as in a process that has not kept any yet
  vi.resetModules();
  const { keepingPool, kept } = await import('../../src/server/store/named.ts');
  const names: (string | undefined)[] = [];
  const client = { query: (given: { name?: string } | string) => { names.push(typeof given === 'string' ? 'none' : given.name); }, release: () => undefined };
  const { query } = await keepingPool({ connect: async () => client } as unknown as pg.Pool).connect();
  for (const text of ['select 1', `${kept} select 1`, `${kept} select 1`]) void query(text, []);
  expect(names[0]).toBe('none');
  expect(names[1]).toMatch(/^k[0-9a-f]{30}$/);
  expect(names[2]).toBe(names[1]);
  for (let form = 0; form < 1_000; form += 1) void query(`${kept} select ${form} as form`, []);
  expect(new Set(names.filter((name) => name !== undefined && name !== 'none')).size).toBe(300);
  expect(names.at(-1)).toBeUndefined();
  void query(`${kept} select 1`, []);
  expect(names.at(-1)).toBe(names[1]);
});
