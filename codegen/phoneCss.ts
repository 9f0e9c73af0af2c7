import type { AtRule, Plugin, Rule } from 'postcss';

/** Width in pixels of the phone that a page is shown on in the designer. */
const PHONE = 390;

/** The element around what is drawn as on a phone, whatever the width of the window (`DeviceScreen`). */
const AS_PHONE = '[data-as-phone]';

/** True for a media query that consists of a maximum width, at least as wide as the phone. */
function isForPhones(params: string): boolean {
  const width = /^\(\s*(?:max-width\s*:|width\s*<=?)\s*([\d.]+)px\s*\)$/.exec(params.trim())?.[1];
  return width !== undefined && Number(width) >= PHONE;
}

/** `.a, .b` becomes `[data-as-phone] .a, [data-as-phone] .b`; selectors of the document element are left out. */
const inPhone = (selectors: readonly string[]): string[] =>
  selectors.filter((one) => !/^(html|body|:root)\b/.test(one)).map((one) => `${AS_PHONE} ${one}`);

/** Converts `vw` units into pixels of the phone's width. */
const onPhone = (value: string): string =>
  value.replace(/(\d*\.?\d+)vw\b/g, (_all, share: string) => `${(Number(share) * PHONE) / 100}px`);

/** Styles of the designer itself: they are for the window, not for the phone that it shows. */
const isDesigners = (file: string | undefined): boolean =>
  file?.replaceAll('\\', '/').includes('/src/designer/') === true;

/**
 * Repeats each rule for narrow windows for what stands inside of `[data-as-phone]`, right behind it: a page in the
 * designer looks as on a phone while the window is wide. Rules inside of further at-rules are left out.
 */
export const phoneCss = (): Plugin => ({
  postcssPlugin: 'phone-css',
  OnceExit(root, { Rule: NewRule }) {
    if (isDesigners(root.source?.input.file)) return;
    const found: AtRule[] = [];
    root.walkAtRules('media', (at) => {
      if (at.parent?.type === 'root' && isForPhones(at.params)) found.push(at);
    });
    for (const at of found) {
      let last: AtRule | Rule = at;
      for (const rule of at.nodes ?? []) {
        const selectors = rule.type === 'rule' ? inPhone(rule.selectors) : [];
        if (rule.type !== 'rule' || selectors.length === 0) continue;
        const copy = new NewRule({ selectors, nodes: rule.nodes.map((node) => node.clone()) });
        copy.walkDecls((declaration) => {
          declaration.value = onPhone(declaration.value);
        });
        last.after(copy);
        last = copy;
      }
    }
  },
});
