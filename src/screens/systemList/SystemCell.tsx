import { StatusTag } from '../shared/StatusTag.tsx';
import { fillText, textOf, type SystemColumn, type SystemRow } from './rows.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes for display, e.g. `1.5 MB`; '' if it is not a number. */
export function bytesText(value: unknown): string {
  let size = Number(value);
  if (!Number.isFinite(size)) return '';
  let unitIndex = 0;
  // the rounded number decides: 1023.9 KB would be shown as 1024 KB
  while (Math.round(size) >= 1024 && unitIndex < UNITS.length - 1) {
    size /= 1024;
    unitIndex += 1;
  }
  return `${unitIndex === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unitIndex]}`;
}

/** Cell of a system list, rendered by the kind of its column; blank values render nothing. */
export function SystemCell({ column, row }: { column: SystemColumn; row: SystemRow }) {
  const value = row[column.key];
  const text = textOf(value);
  const option = column.options?.find((candidate) => textOf(candidate.value) === text);
  if (option) return option.tone ? <StatusTag tone={option.tone}>{option.label}</StatusTag> : <>{option.label}</>;
  if (text === '') return null;
  switch (column.kind) {
    case 'size':
      return <>{bytesText(value)}</>;
    case 'flag':
      return <>{value === true || value === '1' ? '是' : '否'}</>;
    case 'tag':
      return <StatusTag tone="plain">{text}</StatusTag>;
    case 'count':
      return <>{Number(value).toLocaleString('zh-CN')}</>;
    case 'image':
      return <img src={text} alt={column.title} className="sl-image" />;
    case 'link':
      return <a href={fillText(column.href ?? '', row)}>{text}</a>;
    default:
      return column.href ? <a href={fillText(column.href, row)}>{text}</a> : <>{text}</>;
  }
}

/** Returns the cell as plain text. */
export function cellText(column: SystemColumn, row: SystemRow): string {
  const text = textOf(row[column.key]);
  return column.options?.find((item) => textOf(item.value) === text)?.label ?? text;
}
