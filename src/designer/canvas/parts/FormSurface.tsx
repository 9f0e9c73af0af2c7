import { useEffect, useMemo, type CSSProperties } from 'react';
import { compileForm, type FormDefinition } from '../../../kernel/index.ts';
import { FormContext, useRegistry, useServices, useSituation } from '../../../runtime/contexts.ts';
import { createFormSession } from '../../../runtime/form/createSession.ts';
import { GridSlot } from '../../../runtime/node/gridSlot.ts';
import type { Design } from '../model/design.ts';
import { ROOT } from '../model/nodes.ts';
import { useDesignValue } from '../designerContext.ts';
import { Canvas, type SurfaceProps } from './Canvas.tsx';
import { CanvasGrid } from './CanvasGrid.tsx';

const EMPTY_FORM: FormDefinition = { formKey: 'canvas', formName: 'canvas', fields: [] };

const docOf = (design: Design) => design.doc();

/** The canvas of a form, drawn as users see the form. */
export function FormSurface({ canvasRef, hasTopLabels }: SurfaceProps) {
  const doc = useDesignValue(docOf);
  const registry = useRegistry();
  const services = useServices();
  const situation = useSituation();
  // a form session without fields, for faces that need one: the canvas has no linkage or validation
  const session = useMemo(
    () =>
      createFormSession({
        compiled: compileForm(EMPTY_FORM, registry),
        record: null,
        situation: { ...situation, isEdit: '1' },
        services,
        mode: 'edit',
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- nothing on the canvas depends on the situation
    [registry, services],
  );
  useEffect(() => () => session.dispose(), [session]);
  return (
    <Canvas
      canvasRef={canvasRef}
      className={`sf-form sf-labels-${hasTopLabels ? 'top' : typeof doc.labelPosition === 'string' ? doc.labelPosition : 'right'}`}
      style={{ '--label-width': `${typeof doc.labelWidth === 'number' ? doc.labelWidth : 120}px` } as CSSProperties}
      size={typeof doc.size === 'string' ? doc.size : undefined}
    >
      <FormContext value={session}>
        <GridSlot value={CanvasGrid}>
          <CanvasGrid nodes={doc.fields} path={ROOT} gutter={typeof doc.gutter === 'number' ? doc.gutter : undefined} />
        </GridSlot>
      </FormContext>
    </Canvas>
  );
}
