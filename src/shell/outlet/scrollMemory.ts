/** Saves the scroll positions of a page before it is detached, because detached elements lose them. */
export interface ScrollMemory {
  save(): void;
  restore(): void;
}

interface Position {
  element: Element;
  top: number;
  left: number;
}

/**
 * Creates the memory of the page in `host`. `getPageScroller` returns the element that scrolls the whole page; scrolled
 * elements inside the page are collected from scroll events.
 */
export function createScrollMemory(host: HTMLElement, getPageScroller: () => HTMLElement | null): ScrollMemory {
  const scrolledElements = new Set<Element>();
  let positions: Position[] = [];
  let pagePosition = { top: 0, left: 0 };
  host.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Element) scrolledElements.add(target);
    },
    { capture: true, passive: true },
  );
  return {
    save() {
      const container = getPageScroller();
      pagePosition = { top: container?.scrollTop ?? 0, left: container?.scrollLeft ?? 0 };
      positions = [...scrolledElements]
        .filter((element) => host.contains(element))
        .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
      scrolledElements.clear();
      for (const { element } of positions) scrolledElements.add(element);
    },
    restore() {
      for (const { element, top, left } of positions) Object.assign(element, { scrollTop: top, scrollLeft: left });
      const container = getPageScroller();
      if (container) Object.assign(container, { scrollTop: pagePosition.top, scrollLeft: pagePosition.left });
    },
  };
}
