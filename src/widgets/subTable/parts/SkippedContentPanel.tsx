import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

/** Lists the skipped content of a paste or an import. A line about a cell is a button that jumps to the cell. */
export function SkippedContentPanel({ onJump }: { onJump(cell: CellRef): void }) {
  const {
    store: { jobs, rows, topics },
  } = useTable();
  useTopic(topics, 'report');
  useTopic(topics, 'structure');
  useTopic(topics, 'rows');
  const report = jobs.report();
  if (report === null) return null;
  // hides lines about removed rows and changed cells
  const lines = report.lines.flatMap((line) => {
    if (line.cell === undefined) return [line];
    const index = rows.indexOf(line.cell.rowId);
    if (index < 0 || !Object.is(rows.all()[index]?.fieldsMap[line.cell.column], line.valueAfterJob)) return [];
    return [{ ...line, text: line.textForIndex?.(index) ?? line.text }];
  });
  if (lines.length === 0 && report.unlistedCount === 0) return null;
  return (
    <section className="st-report" aria-label="未处理的内容">
      <header>
        <output>{report.title}</output>
        <button type="button" className="st-button" data-action="close-report" onClick={() => jobs.setReport(null)}>
          关闭
        </button>
      </header>
      <ul>
        {lines.map(({ text, cell }, index) => (
          <li key={`${index} ${text}`}>
            {cell ? (
              <button type="button" className="st-button" data-action="report-cell" onClick={() => onJump(cell)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
        {report.unlistedCount > 0 && <li>{`另有 ${report.unlistedCount} 处`}</li>}
      </ul>
    </section>
  );
}
