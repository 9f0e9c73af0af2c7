import { describe, expect, it } from 'vitest';
import { planWall, type WallBlock, type WallRow } from '../../../src/screens/board/wallPlan.ts';

const GAP = 12;

const block = (kind: WallBlock['kind'], natural: number): WallBlock => ({ kind, naturalHeight: natural });
const row = (kind: WallBlock['kind'], natural: number): WallRow => [block(kind, natural)];

const heightOf = ({ heights }: { heights: readonly number[] }): number =>
  heights.reduce((sum, one) => sum + one, 0) + GAP * (heights.length - 1);

describe('the plan of a wall', () => {
  it('gives the room that is left to charts; figures keep their height and tables what they need', () => {
    const [page, ...more] = planWall([row('fixed', 50), row('drawn', 300), row('read', 200)], 800, GAP);
    expect(more).toEqual([]);
    expect(page?.heights).toEqual([50, 800 - 50 - 200 - 2 * GAP, 200]);
  });

  it('lowers charts, not tables, where there is too little room', () => {
    const [page, ...more] = planWall([row('drawn', 369), row('drawn', 369), row('read', 260)], 760, GAP);
    expect(more).toEqual([]);
    expect(page?.heights).toEqual([238, 238, 260]);
  });

  it('a line with a table beside a chart is as high as the table needs, not as the chart would like', () => {
    const [page] = planWall([[block('drawn', 369), block('read', 240)], row('drawn', 369)], 500, GAP);
    expect(page?.heights[0]).toBeGreaterThanOrEqual(240);
    expect(page && heightOf(page)).toBeLessThanOrEqual(500);
  });

  it('puts what cannot be read otherwise on further pages of about the same fill, with the figures at the top on each', () => {
    const rows = [row('fixed', 50), row('fixed', 100), ...Array.from({ length: 4 }, () => row('drawn', 369))];
    const pages = planWall(rows, 900, GAP);
    expect(pages.map((page) => page.rows)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 4, 5],
    ]);
    for (const page of pages) expect([heightOf(page) > 890, heightOf(page) <= 900]).toEqual([true, true]);
  });

  it('never takes more than the room, even for one table that is longer than it', () => {
    for (const natural of [100, 500, 900, 5000]) {
      const pages = planWall([row('fixed', 90), row('read', natural)], 420, GAP);
      expect(pages.map((page) => heightOf(page) <= 420)).toEqual([true]);
    }
    expect(planWall([], 400, GAP)).toEqual([]);
  });
});
