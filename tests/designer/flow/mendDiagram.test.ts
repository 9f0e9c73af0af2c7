import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDiagram } from '../../../src/designer/flow/model/ensureDiagram.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'flow', 'foreign');
const half = readFileSync(join(FOLDER, 'halfDrawn.bpmn'), 'utf8');
const numbersIn = (xml: string): number[] =>
  [...xml.matchAll(/<(?:\w+:)?(?:Bounds|waypoint) [^>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/(?:x|y|width|height)="([^"]*)"/g)].map(([, value]) => Number(value)),
  );
const drawn = (xml: string): string[] => [...xml.matchAll(/bpmnElement="([^"]*)"/g)].map(([, id = '']) => id);

test('what a drawing leaves out is added, and what it has stays where it was', async () => {
  const text = await ensureDiagram(half);
  expect(new Set(drawn(text))).toEqual(new Set(['p', 's', 'u', 'v', 'e', 'f1', 'f2', 'f3']));
  expect(text).toContain('x="200" y="80" width="105"');
  // the line that began where nothing stood begins at the task now
  expect(text).not.toContain('x="505" y="115"');
  expect(drawn(text).filter((id) => id === 'f3')).toHaveLength(1);
});

test('pools and lanes stay when only something beside the process is not drawn', async () => {
  const text = await ensureDiagram(readFileSync(join(FOLDER, 'lanes.bpmn'), 'utf8'));
  expect(drawn(text)).toEqual(expect.arrayContaining(['P1', 'l1', 'l2', 'dor', 'dsr', 'check']));
});

test('a drawing with places that are no numbers is laid out anew', async () => {
  const numbers = numbersIn(
    await ensureDiagram(half.replace('width="105"', 'width="NaN"').replace('x="130"', 'x="abc"')),
  );
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
});

test('a drawing far away is brought to where lines can be drawn', async () => {
  const text = await ensureDiagram(
    half.replace(/(x|y)="(\d+)"/g, (_all, name: string, value: string) => `${name}="${Number(value) + 125_000_000}"`),
  );
  expect(numbersIn(text).filter((number) => Math.abs(number) > 5_000)).toEqual([]);
});

test('what an event on an edge leads to stands to the right of what it stands on', async () => {
  const text = await ensureDiagram(readFileSync(join(FOLDER, 'boundaries.bpmn'), 'utf8'));
  const at = (id: string): number =>
    Number(new RegExp(`bpmnElement="${id}"[^>]*>\\s*<(?:\\w+:)?Bounds x="([-\\d.]+)"`).exec(text)?.[1]);
  expect(at('be_timer')).toBeGreaterThan(at('u_timer'));
  // the way on stays in its row
  const top = (id: string): number =>
    Number(new RegExp(`bpmnElement="${id}"[^>]*>\\s*<(?:\\w+:)?Bounds x="[-\\d.]+" y="([-\\d.]+)"`).exec(text)?.[1]);
  expect([top('u_message'), top('u_none')]).toEqual([top('apply'), top('apply')]);
});

test('an event on the edge of what is not there is not drawn, and stays in the file', async () => {
  const text = await ensureDiagram(readFileSync(join(FOLDER, 'dangling.bpmn'), 'utf8'));
  expect(drawn(text)).toEqual(expect.arrayContaining(['s', 'u', 'v', 'e', 'x']));
  expect(drawn(text)).not.toContain('bb');
  expect(text).toMatch(/oundaryEvent id="bb"/);
  const given = text.replace(/(<(?:\w+:)?BPMNShape id=")[^"]*(" bpmnElement=")u"/, '$1given$2bb"');
  expect(drawn(given)).toContain('bb');
  expect(drawn(await ensureDiagram(given))).not.toContain('bb');
});
