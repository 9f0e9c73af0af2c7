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
  /** Shows the help text. Default: in edit mode. */
  showsHelp?: boolean;
  problems: readonly Problem[];
  /** Shown next to the label. */
  mark?: ReactNode;
  /** A server check of the value is running. */
  isChecking?: boolean;
  /**
   * True for children with state: the frame keeps their position in the tree when help or error text appears, so that
   * React does not remount the children.
   */
  keepsPosition?: boolean;
  children: ReactNode;
}

/**
 * Label, required mark, help and error text around a control or a read-only text. Independent of widgets and of the
 * form session.
 */
export function FieldFrame({
  ref,
  id,
  node,
  mode,
  isRequired = false,
  isGroup = false,
  showsHelp = mode === 'edit',
  problems,
  mark,
  isChecking = false,
  keepsPosition = false,
  children,
}: Props) {
  // a problem of the value itself takes precedence over problems of its cells
  const shownProblem = problems.find((problem) => problem.path.length === 0) ?? problems[0];
  const isPlain = mode === 'view' && !keepsPosition && shownProblem === undefined && !showsHelp && !isChecking;
  const hasLabel = node.label !== undefined && node.label !== '' && node.showLabel !== false;
  return (
    <div
      ref={ref}
      className={shownProblem ? 'sf-field sf-invalid' : 'sf-field'}
      data-field={node.__vModel__}
      data-mode={mode}
      style={frameStyle(node)}
    >
      {hasLabel &&
        (mode === 'view' || isGroup ? (
          <span className="sf-label" id={mode === 'view' ? undefined : `${id}-label`}>
            {isRequired && REQUIRED_MARK}
            {node.label}
            {mark}
          </span>
        ) : (
          <label className="sf-label" id={`${id}-label`} htmlFor={id}>
            {isRequired && REQUIRED_MARK}
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
          {showsHelp && node.help !== undefined && node.help !== '' && (
            <div className="sf-help" id={`${id}-help`}>
              {node.help}
            </div>
          )}
          {isChecking && <output className="sf-help sf-asking">正在检查是否重复…</output>}
          {shownProblem && (
            <div className="sf-error" id={`${id}-error`}>
              {shownProblem.message}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * Returns CSS variables for a span and a label width that differ from the grid's defaults; undefined for most fields.
 */
function frameStyle({ span = FULL_SPAN, labelWidth }: FieldNode): CSSProperties | undefined {
  if (span === FULL_SPAN && labelWidth === undefined) return undefined;
  return {
    ...(span === FULL_SPAN ? {} : { '--span': span }),
    ...(labelWidth === undefined ? {} : { '--label-width': `${labelWidth}px` }),
  } as CSSProperties;
}

const FULL_SPAN = 24;
const ALLOWED_STYLES = ['width', 'minWidth', 'maxWidth'] as const;

/**
 * FK-004: returns only the widths of a document's style, undefined without any; other properties could break the page.
 * A width of 100% shrinks to the space next to the label.
 */
function controlStyle(style: FieldNode['style']): CSSProperties | undefined {
  const widths = ALLOWED_STYLES.filter((name) => style?.[name] !== undefined);
  if (!style || widths.length === 0) return undefined;
  return {
    ...Object.fromEntries(widths.map((name) => [name, style[name]])),
    ...(style.width === undefined ? {} : { flex: '0 1 auto', maxWidth: '100%' }),
  };
}

const REQUIRED_MARK = (
  <span className="sf-required" aria-hidden="true">
    *
  </span>
);
