import { defaultHighlightStyle, HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';

const panelStyle = { backgroundColor: 'var(--sf-ground)', color: 'var(--sf-text)' };
const selectionStyle = { backgroundColor: 'var(--sf-primary-soft)' };

/** Theme of the editor with the colours of the page, light or dark. */
export const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--sf-surface)', color: 'var(--sf-text)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '1.6' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { caretColor: 'var(--sf-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--sf-text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': selectionStyle,
  '.cm-gutters': {
    backgroundColor: 'var(--sf-ground)',
    color: 'var(--sf-text-2)',
    borderRight: '1px solid var(--sf-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sf-hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--sf-hover)' },
  '.cm-selectionMatch, .cm-searchMatch': {
    backgroundColor: 'var(--sf-warning-soft)',
    outline: '1px solid var(--sf-warning-line)',
  },
  '.cm-searchMatch-selected': selectionStyle,
  '&.cm-focused .cm-matchingBracket': { ...selectionStyle, outline: '1px solid var(--sf-primary-line)' },
  '.cm-foldPlaceholder': { ...panelStyle, border: '1px solid var(--sf-line)' },
  '.cm-tooltip': { ...panelStyle, border: '1px solid var(--sf-line)' },
  '.cm-tooltip .designer-hover': { padding: '4px 8px', maxWidth: '360px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--sf-primary)', color: '#fff' },
  '.cm-panels': panelStyle,
  '.cm-panels-top': { borderBottom: '1px solid var(--sf-line)' },
  '.cm-panel.cm-search': { padding: '6px 8px' },
  '.cm-panel.cm-search label': { fontSize: '13px', marginInline: '4px' },
  '.cm-panel .cm-textfield': {
    fontSize: '13px',
    padding: '3px 8px',
    borderRadius: '4px',
    backgroundColor: 'var(--sf-surface)',
    borderColor: 'var(--sf-border)',
    color: 'var(--sf-text)',
  },
  '.cm-panel .cm-button': {
    fontSize: '13px',
    padding: '3px 10px',
    borderRadius: '4px',
    backgroundImage: 'none',
    backgroundColor: 'var(--sf-surface)',
    borderColor: 'var(--sf-border)',
    color: 'var(--sf-text)',
  },
});

/**
 * The syntax colours. The default colours are for a light page; on a dark page, `--ds-lift` (designer.css) lightens
 * them.
 */
export const highlightStyle = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) =>
    typeof color === 'string' ? { ...spec, color: `color-mix(in srgb, ${color}, #fff var(--ds-lift, 0%))` } : spec,
  ),
);
