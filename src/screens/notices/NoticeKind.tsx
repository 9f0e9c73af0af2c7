import { ToneTag } from '../shared/ToneTag.tsx';

/** Kinds of the dictionary noticeKind, known here so that a list needs no further call. */
const KINDS: Readonly<Record<string, string>> = { '1': '通知', '2': '公告' };

export const NoticeKind = ({ value }: { value: string }) => (
  <ToneTag tone={value === '2' ? 'good' : 'busy'}>{KINDS[value] ?? value}</ToneTag>
);
