import { createUnreadableError } from '../unreadableError.ts';
import { checkZip } from '../checkZip.ts';

/** CSS of the pages. Styles of the document itself stay inside the shadow root. */
const PAGE_STYLES = `
  :host { display: block; contain: layout paint; background: #e9edf3; overflow: auto; }
  .docx-wrapper { display: flex; flex-flow: column; align-items: center; gap: 16px; padding: 16px; background: none !important; min-width: fit-content; box-sizing: border-box; }
  /* a document without a page size stands on A4 */
  .docx-wrapper > section.docx:not([style*='width']) { width: 794px; min-height: 1123px; padding: 90px; box-sizing: border-box; }
  .docx-wrapper > section.docx { margin: 0 !important; background: #fff; box-shadow: 0 1px 6px rgba(16, 42, 84, .18); color: #000; }
  @media (max-width: 767px) {
    .docx-wrapper { padding: 8px; min-width: 0; align-items: stretch; }
    .docx-wrapper > section.docx { width: auto !important; min-height: 0 !important; padding: 20px 16px !important; overflow-x: auto; }
  }
`;

const SAFE_LINK = /^(https?:|mailto:)/i;

/** Returns the name of the bookmark to which an internal link (`#name`) leads. */
function bookmarkName(href: string): string {
  const name = href.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    // a name with a percent sign that is not encoded
    return name;
  }
}

/** Makes links safe: external links open in a new window, internal links scroll, all others lose their address. */
export function secureLinks(root: ShadowRoot): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) continue;
    if (SAFE_LINK.test(href)) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    } else link.removeAttribute('href');
  }
  root.addEventListener('click', (event) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('#')) return;
    // the address hash is the route of this product, so a bookmark link must not change it
    event.preventDefault();
    root.querySelector(`[id="${CSS.escape(bookmarkName(href))}"]`)?.scrollIntoView();
  });
}

/**
 * Renders a Word document into a shadow root of the element, which isolates its styles. Ignores scripts and embedded
 * foreign parts (alternative chunks). Throws FILE_UNREADABLE if the file is damaged or too large.
 */
export async function renderDocx(host: HTMLElement, content: Blob): Promise<void> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  await checkZip(bytes);
  const { renderAsync } = await import('docx-preview');
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const [pageStyles, documentStyles, body] = [
    document.createElement('style'),
    document.createElement('div'),
    document.createElement('div'),
  ];
  pageStyles.textContent = PAGE_STYLES;
  try {
    await renderAsync(bytes, body, documentStyles, {
      inWrapper: true,
      renderAltChunks: false,
      renderComments: false,
      useBase64URL: false,
      ignoreFonts: true,
      ignoreLastRenderedPageBreak: false,
    });
  } catch {
    throw createUnreadableError('文件已损坏或不是 Word 文档，请下载后查看');
  }
  root.replaceChildren(documentStyles, pageStyles, body);
  secureLinks(root);
}
