import { ToneTag } from '../shared/ToneTag.tsx';
import { filled, textOf, type SystemColumn, type SystemRow } from './rows.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it. */
export function bytesText(value: unknown): string {
  let size = Number(value);
  if (!Number.isFinite(size)) return '';
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unit]}`;
}

/** A value as its column says it; blank values show nothing. */
export function SystemCell({ column, row }: { column: SystemColumn; row: SystemRow }) {
  const value = row[column.key];
  const text = textOf(value);
  const option = column.options?.find((one) => textOf(one.value) === text);
  if (option) return option.tone ? <ToneTag tone={option.tone}>{option.label}</ToneTag> : <>{option.label}</>;
  if (text === '') return null;
  switch (column.kind) {
    case 'size':
      return <>{bytesText(value)}</>;
    case 'flag':
      return <>{value === true || value === '1' ? '是' : '否'}</>;
    case 'tag':
      return <ToneTag tone="plain">{text}</ToneTag>;
    case 'count':
      return <>{Number(value).toLocaleString('zh-CN')}</>;
    case 'image':
      return <img src={text} alt={column.title} className="sl-image" />;
    case 'link':
      return <a href={filled(column.href ?? '', row)}>{text}</a>;
    default:
      return column.href ? <a href={filled(column.href, row)}>{text}</a> : <>{text}</>;
  }
}

/** The same as text, for what has no place for a tag. */
export function cellText(column: SystemColumn, row: SystemRow): string {
  const text = textOf(row[column.key]);
  return column.options?.find((one) => textOf(one.value) === text)?.label ?? text;
}
