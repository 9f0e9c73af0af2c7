import type { DraftInfo } from '../../../runtime/services/drafts.ts';
import { patchSize, type ValuesPatch, patchPartsOf, patchOf } from '../../../records/index.ts';
import type { Attempt } from '../saver.ts';

/**
 * Unsaved input of a user: a patch against the record as it was when editing began. For a new record: a patch against
 * its default values.
 */
export interface Draft {
  id: string;
  formKey: string;
  /** Null: a new record. */
  recordId: string | null;
  title: string;
  /** Display name of the device used for the input. */
  device: string;
  patch: ValuesPatch;
  /**
   * Revision of the record and version of the form when editing began; null for a new record, or when unknown.
   */
  revision: number | null;
  version: number | null;
  /** Milliseconds since 1970. */
  time: number;
  /**
   * A request with an unknown outcome, which must be repeated with its idempotency key before any other request; null:
   * none. Not sent to the server with the draft.
   */
  pending: Attempt | null;
  /**
   * The last known revision of the draft on the server; 0 when the draft is not on the server. A number in spite of its
   * name, which existing stored drafts use.
   */
  synced: number;
  /** True when the server has this content as revision `synced`; false after a later change that is not sent yet. */
  isSynced: boolean;
}

/** Converts a draft from the server. */
export function draftFrom(info: DraftInfo, content: Readonly<Record<string, unknown>>): Draft {
  return {
    id: info.id,
    formKey: info.formKey,
    recordId: info.recordId === '' ? null : info.recordId,
    title: info.title,
    device: info.device,
    patch: patchOf(Object.entries(content)),
    revision: info.baseRevision,
    version: info.formVersion,
    time: info.time,
    pending: null,
    synced: info.revision,
    isSynced: true,
  };
}

/** Returns the parts in which a draft is sent to the server. */
export const draftParts = (draft: Draft): Map<string, unknown> => patchPartsOf(draft.patch);
/** Returns the number of changes in a draft, for display. */
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

/** Display name of a browser and its system, e.g. “Chrome · Windows”. */
export function deviceName(userAgent = navigator.userAgent): string {
  const nameIn = (list: readonly [RegExp, string][]): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameIn(SYSTEMS);
  return `${nameIn(BROWSERS) ?? '浏览器'}${system ? ` · ${system}` : ''}`;
}
