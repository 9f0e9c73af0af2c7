import { afterEach, expect, it } from 'vitest';

afterEach(() => document.head.replaceChildren());

/** The element of `inner`, within a box of the class `box`, under a sheet of one rule that colours what it selects. */
function colourOf(selector: string, inner: string): string {
  const style = document.createElement('style');
  style.textContent = `${selector} { color: red; }`;
  document.head.replaceChildren(style);
  document.body.innerHTML = `<div class="box other"><i></i>${inner}</div>`;
  return getComputedStyle(document.querySelector('.box')!.lastElementChild!).color;
}

const INNER = '<b class="a b" id="one" title="t"></b>';

it.each([
  '*',
  'b',
  'B',
  '.a',
  '.b.a',
  '#one',
  'b.a#one',
  '[title]',
  '[class^="a"]',
  '.none, .a',
  '.none, b',
  '.box .b',
  '.box > #one',
  'i + .a',
  'i ~ b',
  ':where(.box) .a',
  ':where(.a)',
  ':is(.none, .a)',
  '.a:not(.none)',
  'b:last-child',
  '.other',
  'html',
])('a rule that selects the element or what holds it counts: %s', (selector) => {
  expect(colourOf(selector, INNER)).toBe('red');
});

it.each(['.c', '#two', 'i', '.none .a', '.a.none', '.a::before', 'b > .a', 'p, .c', '.a:not(.b)'])(
  'a rule that selects other elements does not: %s',
  (selector) => {
    expect(colourOf(selector, INNER)).not.toBe('red');
  },
);

it('follows classes that change, and rules that come later', () => {
  expect(colourOf('.later', INNER)).not.toBe('red');
  const element = document.querySelector('#one')!;
  element.classList.add('later');
  expect(getComputedStyle(element).color).toBe('red');
  document.head.insertAdjacentHTML('beforeend', '<style>#one { color: blue; }</style>');
  expect(getComputedStyle(element).color).toBe('blue');
});
