import { useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import type { Path } from '../../domain/problem/index.ts';
import { useRegistry } from '../contexts.ts';
import { preloadFace } from '../node/LazyFace.tsx';
import { NodeGrid } from '../node/NodeGrid.tsx';
import { MIN_SECTIONS, SectionNav } from '../screen/SectionNav.tsx';
import { sectionsOf } from '../screen/sections.ts';
import type { FormSession } from './session.ts';
import '../runtime.css';

const ROOT: Path = ['fields'];

/** The nodes of a form on its grid. A form with at least `MIN_SECTIONS` sections also has a list of the sections. */
export function FormBody({ session }: { session: FormSession }) {
  const { definition, fields } = session.compiled;
  const registry = useRegistry();
  const root = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => sectionsOf(definition.fields, ROOT, registry), [definition, registry]);
  useEffect(() => {
    if (session.mode === 'view') return;
    for (const tag of new Set([...fields.values()].map((field) => field.node.tag)))
      void preloadFace(registry.widget(tag)?.faces.edit);
  }, [session.mode, fields, registry]);
  useEffect(() => session.onFocus(([key]) => scrollToReadOnlyField(root.current, key)), [session]);
  const style = { '--label-width': `${definition.labelWidth ?? 120}px` } as CSSProperties;
  return (
    <SizeProvider size={definition.size}>
      <div className={sections.length < MIN_SECTIONS ? undefined : 'sf-form-around'}>
        <div className={sections.length < MIN_SECTIONS ? undefined : 'sf-form-beside'}>
          <div
            ref={root}
            className={`sf-form sf-labels-${definition.labelPosition ?? 'right'}`}
            data-mode={session.mode}
            data-size={definition.size}
            style={style}
          >
            <NodeGrid nodes={definition.fields} path={ROOT} gutter={definition.gutter} />
          </div>
          {sections.length < MIN_SECTIONS ? null : <SectionNav session={session} sections={sections} root={root} />}
        </div>
      </div>
    </SizeProvider>
  );
}

/** Scrolls to the field with this key if the field is read-only and therefore cannot take the focus. */
function scrollToReadOnlyField(form: Element | null, key: unknown): void {
  if (typeof key === 'string')
    form?.querySelector(`[data-field="${CSS.escape(key)}"][data-mode="view"]`)?.scrollIntoView?.({ block: 'center' });
}

/** Sets the form's `size` for all controls of the form. */
function SizeProvider({ size, children }: { size: 'small' | 'default' | 'large' | undefined; children: ReactNode }) {
  return size === undefined || size === 'default' ? (
    children
  ) : (
    <ConfigProvider componentSize={size}>{children}</ConfigProvider>
  );
}
