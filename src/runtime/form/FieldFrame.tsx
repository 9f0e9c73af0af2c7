import type { CSSProperties, ReactNode, Ref } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { Problem } from '../../domain/problem/index.ts';

interface Props {
  ref?: Ref<HTMLDivElement>;
  id: string;
  node: FieldNode;
  mode: 'edit' | 'view';
  isRequired?: boolean;
  /** The control is a group or table, named by aria-labelledby instead of a label's `for`. */
  isGroup?: boolean;
  /** Help stands by what can be typed into, and by what is computed from it. */
  hasHelp?: boolean;
  problems: readonly Problem[];
  /** Stands beside the name. */
  mark?: ReactNode;
  /** Something about the value is still being asked. */
  isAsking?: boolean;
  /** What is shown has a state of its own: it stays in its place whatever comes and goes below it. */
  isLasting?: boolean;
  children: ReactNode;
}

/** Label, required mark, help and error text around a control or a read-only text. Knows no widget and no form. */
export function FieldFrame({
  ref,
  id,
  node,
  mode,
  isRequired = false,
  isGroup = false,
  hasHelp = mode === 'edit',
  problems,
  mark,
  isAsking = false,
  isLasting = false,
  children,
}: Props) {
  const own = problems.find((problem) => problem.path.length === 0) ?? problems[0];
  const isPlain = mode === 'view' && !isLasting && own === undefined && !hasHelp && !isAsking;
  const hasLabel = node.label !== undefined && node.label !== '' && node.showLabel !== false;
  return (
    <div
      ref={ref}
      className={own ? 'sf-field sf-invalid' : 'sf-field'}
      data-field={node.__vModel__}
      data-mode={mode}
      style={frameStyle(node)}
    >
      {hasLabel &&
        (mode === 'view' || isGroup ? (
          <span className="sf-label" id={mode === 'view' ? undefined : `${id}-label`}>
            {isRequired && MARK}
            {node.label}
            {mark}
          </span>
        ) : (
          <label className="sf-label" id={`${id}-label`} htmlFor={id}>
            {isRequired && MARK}
            {node.label}
            {mark}
          </label>
        ))}
      {isPlain ? (
        <div className="sf-control sf-text" style={controlStyle(node.style)}>
          {children}
        </div>
      ) : (
        <div className="sf-control" style={controlStyle(node.style)}>
          {mode === 'view' ? <div className="sf-text">{children}</div> : children}
          {hasHelp && node.help !== undefined && node.help !== '' && (
            <div className="sf-help" id={`${id}-help`}>
              {node.help}
            </div>
          )}
          {isAsking && <output className="sf-help sf-asking">正在检查是否重复…</output>}
          {own && (
            <div className="sf-error" id={`${id}-error`}>
              {own.message}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** What differs from the grid's own measures; most fields have none of it. */
function frameStyle({ span = FULL, labelWidth }: FieldNode): CSSProperties | undefined {
  if (span === FULL && labelWidth === undefined) return undefined;
  return {
    ...(span === FULL ? {} : { '--span': span }),
    ...(labelWidth === undefined ? {} : { '--label-width': `${labelWidth}px` }),
  } as CSSProperties;
}

const FULL = 24;
const SAFE = ['width', 'minWidth', 'maxWidth'] as const;

/** FK-004: of a document's style only widths are taken; anything else could break the page around. A width of 100% shrinks to what the label leaves. */
function controlStyle(style: FieldNode['style']): CSSProperties | undefined {
  const widths = SAFE.filter((name) => style?.[name] !== undefined);
  if (!style || widths.length === 0) return undefined;
  return {
    ...Object.fromEntries(widths.map((name) => [name, style[name]])),
    ...(style.width === undefined ? {} : { flex: '0 1 auto', maxWidth: '100%' }),
  };
}

const MARK = (
  <span className="sf-required" aria-hidden="true">
    *
  </span>
);
