import { unreadable } from '../unreadable.ts';
import { checkZip } from '../zipBounds.ts';

/** Of the pages; what a document brings for itself stays inside the shadow root. */
const FRAME = `
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

/** Links out open in a window of their own; links inside scroll; anything else is no link. */
export function tameLinks(root: ShadowRoot): void {
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
    // the part after # is this product's route: a bookmark of the document must not become one
    event.preventDefault();
    root.querySelector(`[id="${CSS.escape(decodeURIComponent(href.slice(1)))}"]`)?.scrollIntoView();
  });
}

/**
 * Draws a Word document into the element, in a shadow root: its styles reach nothing outside. No script, no foreign
 * part of a document (alternative chunks) is taken over. Refuses with FILE_UNREADABLE what is broken or too large.
 */
export async function renderDocx(host: HTMLElement, content: Blob): Promise<void> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  await checkZip(bytes);
  const { renderAsync } = await import('docx-preview');
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const [frame, styles, body] = [
    document.createElement('style'),
    document.createElement('div'),
    document.createElement('div'),
  ];
  frame.textContent = FRAME;
  try {
    await renderAsync(bytes, body, styles, {
      inWrapper: true,
      renderAltChunks: false,
      renderComments: false,
      useBase64URL: false,
      ignoreFonts: true,
      ignoreLastRenderedPageBreak: false,
    });
  } catch {
    throw unreadable('文件已损坏或不是 Word 文档，请下载后查看');
  }
  root.replaceChildren(styles, frame, body);
  tameLinks(root);
}
