/** Remembers how far the parts of a page were scrolled while it is out of the document, where nothing scrolls. */
export interface ScrollMemory {
  save(): void;
  restore(): void;
}

interface Position {
  element: Element;
  top: number;
  left: number;
}

/** `outer` is what the page itself scrolls in; parts inside announce themselves by their first scroll. */
export function createScrollMemory(host: HTMLElement, outer: () => HTMLElement | null): ScrollMemory {
  const scrolled = new Set<Element>();
  let positions: Position[] = [];
  let page = { top: 0, left: 0 };
  host.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Element) scrolled.add(target);
    },
    { capture: true, passive: true },
  );
  return {
    save() {
      const around = outer();
      page = { top: around?.scrollTop ?? 0, left: around?.scrollLeft ?? 0 };
      positions = [...scrolled]
        .filter((element) => host.contains(element))
        .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
      scrolled.clear();
      for (const { element } of positions) scrolled.add(element);
    },
    restore() {
      for (const { element, top, left } of positions) Object.assign(element, { scrollTop: top, scrollLeft: left });
      const around = outer();
      if (around) Object.assign(around, { scrollTop: page.top, scrollLeft: page.left });
    },
  };
}
