/**
 * Computed styles of happy-dom without asking every rule of every style sheet. The component library writes thousands of
 * rules, and each query by role asks for the styles of many elements. Rules whose last part names a class, an id or a
 * tag that no asked element has cannot match and are left out; the others are matched by happy-dom itself, so that the
 * styles are the same.
 */
import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js';
import { window as ownWindow } from 'happy-dom/lib/PropertySymbol.js';
import QuerySelector from 'happy-dom/lib/query-selector/QuerySelector.js';
import SelectorParser from 'happy-dom/lib/query-selector/SelectorParser.js';

type Rules = { elements: { element: Element }[]; cssRules: readonly object[] };
type Needs = readonly string[] | 'anything';
interface Part {
  tagName: string | null;
  id: string | null;
  classNames: string[] | null;
  isPseudoElement: boolean;
}

/** By selector: a mark for each of its groups, one of which an element must have; none if it never matches. */
const known = new Map<string, Needs>();

function needsOf(selector: string, element: Element): Needs {
  let needs = known.get(selector);
  if (needs === undefined) {
    needs = read(selector, element);
    known.set(selector, needs);
  }
  return needs;
}

function read(selector: string, element: Element): Needs {
  const parser = new SelectorParser({
    ignoreErrors: true,
    window: (element as unknown as Record<symbol, never>)[ownWindow] as never,
    scope: element as never,
    globalMatchFunction: (QuerySelector as unknown as { globalMatchFunction: never }).globalMatchFunction,
  });
  const needs: string[] = [];
  for (const group of parser.getSelectorGroups(selector) as unknown as Part[][]) {
    const last = group.at(-1);
    if (!last) return 'anything';
    const { tagName, id, classNames, isPseudoElement } = last;
    if (isPseudoElement) continue;
    if (classNames?.[0]) needs.push(`.${classNames[0]}`);
    else if (id) needs.push(`#${id}`);
    else if (tagName && tagName !== '*') needs.push(tagName);
    else return 'anything';
  }
  return needs;
}

const prototype = CSSComputedStyle.prototype as unknown as { element: Element; parseCSSRules(options: Rules): void };
const { parseCSSRules } = prototype;

prototype.parseCSSRules = function parseLikelyRules(options) {
  const marks = new Set<string>();
  for (const { element } of options.elements) {
    marks.add(element.tagName.toUpperCase()).add(`#${element.id}`);
    for (const name of (element.getAttribute('class') ?? '').split(/\s+/)) marks.add(`.${name}`);
  }
  const cssRules = options.cssRules.filter((rule) => {
    const { selectorText } = rule as { selectorText?: unknown };
    if (typeof selectorText !== 'string' || selectorText === '') return true;
    const needs = needsOf(selectorText, this.element);
    return needs === 'anything' || needs.some((mark) => marks.has(mark));
  });
  parseCSSRules.call(this, { ...options, cssRules });
};
