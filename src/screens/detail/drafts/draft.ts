import type { DraftAbout } from '../../../runtime/services/drafts.ts';
import { patchSize, type ValuesPatch, partsOf, patchOf } from '../../../records/index.ts';
import type { Attempt } from '../saver.ts';

/** What a person typed and has not saved: only what differs from the record (or from the defaults) it was typed over. */
export interface Draft {
  id: string;
  formKey: string;
  /** null: a new record. */
  recordId: string | null;
  title: string;
  /** Where it was typed, for people. */
  device: string;
  patch: ValuesPatch;
  /** Revision of the record and version of the form it was typed over; null for a new record, or where not known. */
  revision: number | null;
  version: number | null;
  /** Milliseconds since 1970. */
  time: number;
  /** A save whose outcome is not known: it must be repeated under its own key before anything else is sent. Never leaves this browser. */
  pending: Attempt | null;
  /** Revision of the draft that the server has; 0 while it has none. */
  synced: number;
  /** The server has exactly this. */
  isSynced: boolean;
}

/** A draft as the server keeps it. */
export function draftFrom(about: DraftAbout, content: Readonly<Record<string, unknown>>): Draft {
  return {
    id: about.id,
    formKey: about.formKey,
    recordId: about.recordId === '' ? null : about.recordId,
    title: about.title,
    device: about.device,
    patch: patchOf(Object.entries(content)),
    revision: about.baseRevision,
    version: about.formVersion,
    time: about.time,
    pending: null,
    synced: about.revision,
    isSynced: true,
  };
}

export const draftParts = (draft: Draft): Map<string, unknown> => partsOf(draft.patch);
export const draftSize = (draft: Draft): number => patchSize(draft.patch);

const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/iPhone|iPad/, '苹果移动设备'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Where somebody types, as they would call it: “Chrome · Windows”. */
export function deviceNote(userAgent = navigator.userAgent): string {
  const nameIn = (list: readonly [RegExp, string][]): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameIn(SYSTEMS);
  return `${nameIn(BROWSERS) ?? '浏览器'}${system ? ` · ${system}` : ''}`;
}
