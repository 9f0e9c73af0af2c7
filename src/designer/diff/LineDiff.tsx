import { Button, Empty } from 'antd';
import { useMemo, useState } from 'react';
import { diffLines, type DiffLine } from './lines.ts';

/** The number of unchanged lines shown before and after a change; other unchanged lines are folded. */
const CONTEXT_LINES = 3;
const LINES_PER_STEP = 1000;

/** A shown line, or the number of unchanged lines that are folded at this position. */
type Piece = { line: DiffLine } | { folded: number };

function foldUnchanged(lines: readonly DiffLine[]): Piece[] {
  const isNearChange = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind !== 'same')
      isNearChange.fill(1, Math.max(0, index - CONTEXT_LINES), Math.min(lines.length, index + CONTEXT_LINES + 1));
  });
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    const last = pieces.at(-1);
    if (isNearChange[index] === 1) pieces.push({ line });
    else if (last && 'folded' in last) last.folded += 1;
    else pieces.push({ folded: 1 });
  }
  return pieces;
}

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

/** The line-by-line differences of two texts; unchanged parts are folded. */
export function LineDiff({ before, after }: { before: string; after: string }) {
  const [shownCount, setShownCount] = useState(LINES_PER_STEP);
  const pieces = useMemo(() => foldUnchanged(diffLines(before, after)), [before, after]);
  if (before === after) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="两份文本相同" />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
    <section className="ds-lines" aria-label="文本对比" tabIndex={0}>
      {pieces.slice(0, shownCount).map((piece, index) =>
        'folded' in piece ? (
          // oxlint-disable-next-line react/no-array-index-key -- the lines have no ids and never move
          <div key={index} className="ds-line-fold">
            … {piece.folded} 行没有变化
          </div>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the lines have no ids and never move
          <div key={index} className="ds-line" data-line={piece.line.kind}>
            <span>{piece.line.before ?? ''}</span>
            <span>{piece.line.after ?? ''}</span>
            <span
              aria-label={piece.line.kind === 'added' ? '新增' : piece.line.kind === 'removed' ? '删除' : undefined}
            >
              {MARKS[piece.line.kind]}
            </span>
            <code>{piece.line.text}</code>
          </div>
        ),
      )}
      {pieces.length > shownCount ? (
        <Button type="link" size="small" onClick={() => setShownCount(shownCount + LINES_PER_STEP)}>
          再显示 {Math.min(LINES_PER_STEP, pieces.length - shownCount)} 行
        </Button>
      ) : null}
    </section>
  );
}
