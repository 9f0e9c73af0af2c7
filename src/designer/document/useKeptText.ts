import { useEffect, useRef } from 'react';
import { useKept, type Kept } from '../../screens/shared/kept/useKept.ts';
import { useKind } from './documentKind.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { usePublishing, type Publishing } from './usePublishing.ts';

/** Which state of a document an editor began from. */
const baseOf = ({ version, revision }: Origin): string => `${version} ${revision ?? ''}`;

/** Keeps a document's text in this browser until it is saved as draft or published. */
function useKeptText(origin: Origin, text: string, savedText: string): Kept<string> {
  const { kind } = useKind();
  const kept = useKept<string>({
    place: `${kind}:${origin.key}`,
    base: baseOf(origin),
    read: () => (text === savedText ? null : text),
    isMoot: (value) => value === origin.text,
  });
  const { soon } = kept;
  const isBegun = text !== origin.text || savedText !== origin.text;
  useEffect(() => {
    if (isBegun) soon();
  }, [isBegun, text, savedText, soon]);
  return kept;
}

/** Saves and publishes one document (`usePublishing`), and keeps its text meanwhile; what the server has is loaded instead of it, where one asks for that. */
export function useKeptPublishing(options: Parameters<typeof usePublishing>[0]): {
  work: Publishing;
  kept: Kept<string>;
} {
  const drop = useRef<() => void>(() => undefined);
  const work = usePublishing({
    ...options,
    onReload: () => {
      drop.current();
      options.onReload();
    },
  });
  const kept = useKeptText(options.origin, options.text, work.savedText);
  useEffect(() => {
    drop.current = () => void kept.drop();
  });
  return { work, kept };
}

/** Has somebody saved or published the document since this was written? */
export const isOvertaken = (origin: Origin, { offer }: Kept<string>): boolean =>
  offer !== null && offer.base !== baseOf(origin);
