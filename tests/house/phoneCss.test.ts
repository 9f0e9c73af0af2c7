import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
import { phoneCss } from '../../codegen/phoneCss.ts';

const built = (css: string, from = '/src/screens/a.css'): string =>
  postcss([phoneCss()]).process(css, { from }).css.replaceAll(/\s+/g, ' ');

describe('styles of narrow windows', () => {
  it('are repeated, right behind, for what is shown as on a phone', () => {
    expect(built('@media (max-width: 767px) { .a, .b > .c { color: red } } .d { top: 0 }')).toMatch(
      /^@media \(max-width: 767px\) \{ \.a, \.b > \.c \{ color: red \} \} ?\[data-as-phone\] \.a, ?\[data-as-phone\] \.b > \.c ?\{ color: red ?\} ?\.d \{ top: 0 \}$/,
    );
  });

  it('measure by the phone what they measure by the window', () => {
    expect(built('@media (max-width: 767px) { .a { width: calc(80vw - 8px) } }')).toContain('width: calc(312px - 8px)');
  });

  it('are left alone where they ask for something else, are about the window, or belong to the designer', () => {
    for (const css of [
      '@media print { .a { color: red } }',
      '@media (max-width: 320px) { .a { color: red } }',
      '@media (max-width: 767px) and (hover: none) { .a { color: red } }',
      '@media (max-width: 767px) { html { color: red } }',
    ])
      expect(built(css)).toBe(css);
    const css = '@media (max-width: 767px) { .a { color: red } }';
    expect(built(css, '/src/designer/canvas/canvas.css')).toBe(css);
  });
});
