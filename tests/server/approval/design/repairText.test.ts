import { expect, it } from 'vitest';
import { repairText } from '../../../../src/server/approval/design/repairText.ts';

const file = (body: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${body}</process></definitions>`;

it('gives elements of one id ids of their own that nobody has, and says which', () => {
  const { xml, renamedIds } = repairText(
    file('<task id="a"/><task id="a_2"/><task id="a"/><task id="a"/><task id="a_2"/>'),
  );
  expect(renamedIds).toEqual(['a_3', 'a_4', 'a_2_2']);
  expect([...xml.matchAll(/id="(a[^"]*)"/g)].map(([, id]) => id)).toEqual(['a', 'a_2', 'a_3', 'a_4', 'a_2_2']);
});

// each of these would take hours if its text were gone through once for every piece of it
it.each([
  ['comments that never end', '<!--'.repeat(1_000_000)],
  ['sections that never end', '<![CDATA['.repeat(400_000)],
  ['elements of one id', '<task id="a"/>'.repeat(250_000)],
  ['attributes that never end', '<a b="'.repeat(600_000)],
])(
  'is done with the largest file of %s',
  (_name, body) => {
    expect(repairText(file(body)).xml.length).toBeGreaterThan(body.length);
  },
  60_000,
);
