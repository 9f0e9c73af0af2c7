import { useEffect, useRef, type WheelEvent } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { Tab } from './Tab.tsx';
import { useTabActions } from './useTabActions.ts';
import { useTabs, useTabsState } from './tabsContext.ts';
import './tabBar.css';

/** DOM events after which the unsaved state of a page may have changed. */
const EDIT_EVENTS = ['input', 'change', 'click', 'keyup', 'focusout'] as const;

/** Debounce after an edit event; long enough for a cell to pass its value to its form. */
const MARK_DELAY_MS = 250;

/** The bar with the open tabs (TA-001…012). The mouse wheel scrolls a row that is too long. Not rendered on phones. */
export function TabBar() {
  const tabs = useTabs();
  const { visitedViews, active } = useTabsState();
  const { tagsView } = useLayoutSettings();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const actions = useTabActions();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    let timer = 0;
    const scheduleMark = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => tabs.updateDirtyMarks(), MARK_DELAY_MS);
    };
    for (const name of EDIT_EVENTS) document.addEventListener(name, scheduleMark, true);
    scheduleMark();
    return () => {
      window.clearTimeout(timer);
      for (const name of EDIT_EVENTS) document.removeEventListener(name, scheduleMark, true);
    };
  }, [tabs, active]);
  const title = visitedViews.find(({ id }) => id === active)?.title;
  useEffect(() => {
    // scrolls the whole tab with its close button into view (TA-012), again when its title changes
    row.current
      ?.querySelector('[aria-current]')
      ?.closest('.sf-tab')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, title, visitedViews.length]);
  if (!tagsView || isPhone || visitedViews.length === 0) return null;
  const scroll = ({ deltaX, deltaY }: WheelEvent): void => {
    if (row.current) row.current.scrollLeft += deltaX || deltaY;
  };
  return (
    <nav className="sf-tabs" aria-label="已打开的页面" data-tabs onWheel={scroll}>
      <ul ref={row}>
        {visitedViews.map((tab) => (
          <Tab key={tab.id} tab={tab} isActive={tab.id === active} actions={actions} />
        ))}
      </ul>
    </nav>
  );
}
