import { useEffect, useMemo, useState, type RefObject } from 'react';
import { observer } from '@formily/reactive-react';
import { isBlockGranted } from '../node/blockAccess.ts';
import type { FormSession } from '../form/session.ts';
import { sectionName, type Section } from './sections.ts';

/** Minimum number of sections for which the list is shown. */
export const MIN_SECTIONS = 3;
/**
 * Distance in px from the top of the window to the reading line. The current section is that of the last heading above
 * this line. The distance leaves space for a sticky header.
 */
const READING_LINE_PX = 240;
const STORAGE_KEY = 'formSections';

/** Returns true if the user has folded the list of sections. */
function readFolded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'folded';
  } catch {
    return false;
  }
}
function writeFolded(isFolded: boolean): void {
  // without browser storage the setting is lost
  try {
    localStorage.setItem(STORAGE_KEY, isFolded ? 'folded' : 'open');
  } catch {
    /* nothing to do */
  }
}

/** Returns the heading element of a section; null while it is not rendered. */
const headingOf = (root: HTMLElement | null, name: string): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-section="${CSS.escape(name)}"]`) ?? null;

/** Events by which the user may scroll. Each of them ends the selection of a section. */
const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const;
/**
 * Delays in ms after which the page scrolls to the selected heading again, because fields above it may mount and grow.
 */
const RESCROLL_DELAYS_MS = [150, 450];

/**
 * Returns the name of the current section and the function that selects a section. A selected section is current until
 * the user scrolls, because the last sections cannot scroll to the top. Otherwise the last section whose heading is
 * above the reading line is current; without one, the first section.
 */
function useCurrentSection(
  root: RefObject<HTMLElement | null>,
  names: readonly string[],
): [string, (name: string) => void] {
  const [selected, select] = useState<string | null>(null);
  const [current, setCurrent] = useState(names[0] ?? '');
  useEffect(() => {
    let frame = 0;
    const updateCurrent = (): void => {
      frame = 0;
      const passedNames = names.filter((name) => {
        const heading = headingOf(root.current, name);
        return heading !== null && heading.getBoundingClientRect().top <= READING_LINE_PX;
      });
      setCurrent(passedNames.at(-1) ?? names[0] ?? '');
    };
    const onScroll = (): void => {
      if (frame === 0) frame = requestAnimationFrame(updateCurrent);
    };
    // any pane may scroll: scroll events do not bubble, but the capture phase sees them
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [root, names]);
  useEffect(() => {
    if (selected === null) return undefined;
    const timers = RESCROLL_DELAYS_MS.map((delay) =>
      setTimeout(() => headingOf(root.current, selected)?.scrollIntoView({ block: 'start' }), delay),
    );
    const cancelRescrolls = (): void => {
      for (const timer of timers) clearTimeout(timer);
    };
    const onUserScroll = (): void => {
      cancelRescrolls();
      select(null);
    };
    for (const name of SCROLL_EVENTS) document.addEventListener(name, onUserScroll, { passive: true });
    return () => {
      cancelRescrolls();
      for (const name of SCROLL_EVENTS) document.removeEventListener(name, onUserScroll);
    };
  }, [root, selected]);
  return [selected !== null && names.includes(selected) ? selected : current, select];
}

interface Props {
  session: FormSession;
  sections: readonly Section[];
  root: RefObject<HTMLElement | null>;
}

/**
 * List of the visible sections of a long form, with the number of problems in each. Marks the current section; a click
 * on a section scrolls to it. Renders nothing for fewer than `MIN_SECTIONS` visible sections.
 */
export const SectionNav = observer(function SectionNav({ session, sections, root }: Props) {
  const [isFolded, setFolded] = useState(readFolded);
  const shownSections = sections.filter(({ headingAndAncestors }) =>
    headingAndAncestors.every(
      (node) => isBlockGranted(node, session.situation) && session.compiled.isNodeVisible(node, session.scope),
    ),
  );
  // compared as text, so that `names` stays the same array object while the names are equal
  const namesText = JSON.stringify(shownSections.map(({ path }) => sectionName(path)));
  const names = useMemo(() => JSON.parse(namesText) as string[], [namesText]);
  const [current, select] = useCurrentSection(root, names);
  if (shownSections.length < MIN_SECTIONS) return null;
  const changeFolded = (next: boolean): void => {
    setFolded(next);
    writeFolded(next);
  };
  const scrollToSection = (name: string): void => {
    const heading = headingOf(root.current, name);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
    select(name);
  };
  return (
    <nav className={isFolded ? 'sf-sections sf-sections-folded' : 'sf-sections'} aria-label="表单目录">
      <button
        type="button"
        className="sf-sections-fold"
        data-action="fold-sections"
        aria-expanded={!isFolded}
        onClick={() => changeFolded(!isFolded)}
      >
        {isFolded ? '目录' : '收起目录'}
      </button>
      {!isFolded && (
        <ol>
          {shownSections.map((section, index) => {
            const name = names[index];
            const problemCount = section.keys.reduce((total, key) => total + session.problems(key).length, 0);
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-current={name === current ? 'location' : undefined}
                  title={section.label}
                  onClick={() => scrollToSection(name)}
                >
                  <span>{section.label}</span>
                  {problemCount > 0 && (
                    <span className="sf-pane-problems" aria-label={`${problemCount} 处问题`}>
                      {problemCount}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </nav>
  );
});
