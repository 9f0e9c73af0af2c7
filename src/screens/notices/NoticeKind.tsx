import { StatusTag } from '../shared/StatusTag.tsx';

/** Labels of the dictionary noticeKind, duplicated so that a list needs no extra call. */
const KIND_LABELS: Readonly<Record<string, string>> = { '1': '通知', '2': '公告' };

export const NoticeKind = ({ value }: { value: string }) => (
  <StatusTag tone={value === '2' ? 'good' : 'busy'}>{KIND_LABELS[value] ?? value}</StatusTag>
);
