import type { Bench } from '../browser.ts';
import { compare, reported, type Compared } from '../compare.ts';
import { figure, skip } from '../table.ts';
import { noteOf } from './forms.ts';

const PER_ACTION = (compared: Compared): number => reported(compared, 'median');
const UNTIL_DONE = (compared: Compared): number => reported(compared, 'ms');

/** The sub-table with 10,000 rows of 20 columns. */
export async function measureSubTables(bench: Bench): Promise<void> {
  const cases = await compare(bench, [
    'sub-table-mount',
    'sub-table-mount-antd',
    'sub-table-insert-1000',
    'sub-table-insert-10000',
    'sub-table-remove-1000',
    'sub-table-remove-10000',
    'sub-table-paste-2000',
    'sub-table-paste-10000',
    'sub-table-scroll',
    'sub-table-scroll-antd',
  ]);
  noteOf(
    'sub-table 10,000 x 20, mount / antd virtual Table of plain text, processor',
    cases['sub-table-mount'],
    cases['sub-table-mount-antd'],
    1.2,
  );
  noteOf(
    'insert a row in the middle of 10,000 / of 1,000',
    cases['sub-table-insert-10000'],
    cases['sub-table-insert-1000'],
    1.5,
    PER_ACTION,
  );
  noteOf(
    'remove a row in the middle of 10,000 / of 1,000',
    cases['sub-table-remove-10000'],
    cases['sub-table-remove-1000'],
    1.5,
    PER_ACTION,
  );
  noteOf(
    'paste 1,000 rows in the middle of 10,000 / of 2,000',
    cases['sub-table-paste-10000'],
    cases['sub-table-paste-2000'],
    1.5,
    UNTIL_DONE,
  );
  for (const [what, name] of [
    ['scroll through 10,000 x 20', 'sub-table-scroll'],
    ['  the same of the antd virtual Table', 'sub-table-scroll-antd'],
    ['paste 1,000 rows in the middle of 10,000', 'sub-table-paste-10000'],
  ] as const) {
    const found = cases[name];
    if (typeof found === 'string') {
      skip(`${what}: longest task`, found);
      continue;
    }
    const longest = reported(found, 'longest');
    const isOurScroll = name === 'sub-table-scroll';
    figure(
      `${what}: longest task`,
      `${longest.toFixed(0)} ms, ${reported(found, 'over50')} over 50 ms`,
      isOurScroll ? { is: longest, atMost: 50 } : undefined,
    );
  }
}
