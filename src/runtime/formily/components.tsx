import { memo, type ComponentType, type ReactNode } from 'react';
import { connect, mapReadPretty, observer, useField, useFieldSchema } from '@formily/react';
import type { Registered, Registry } from '../../kernel/index.ts';
import { useForm, useOptionalForm, useSituation } from '../contexts.ts';
import { FormBody } from '../form/FormBody.tsx';
import { viewFace, type FieldParts } from '../form/ReadField.tsx';
import { conditionOf, isBlockGranted } from '../node/blockAccess.ts';
import type { BlockProps, Faces } from '../node/faces.ts';
import { WhenTrue } from '../screen/ScreenCondition.tsx';
import { ForeignForm } from './ForeignForm.tsx';
import { FieldControl, FormilyFieldFrame, selfUpdatingComponents } from './FormilyField.tsx';
import { FIELD_FRAME, FORM_LAYOUT, PANE, type NodeSchema } from './toFormilySchema.ts';

type Components = Record<string, ComponentType<never>>;

const cache = new WeakMap<Registry<Faces>, Components>();

/**
 * Returns the widgets of a registry as Formily components by tag, and the components for layout, field frame and panes.
 * A Formily application passes them to its own `createSchemaField`, inside a `RuntimeProvider`.
 */
export function formilyComponents(registry: Registry<Faces>): Components {
  const cached = cache.get(registry);
  if (cached) return cached;
  const components: Components = { [FORM_LAYOUT]: FormLayout, [FIELD_FRAME]: FormilyFieldFrame, [PANE]: Pane };
  for (const tag of registry.tags()) {
    const widget = registry.widget(tag) as Registered<Faces>;
    const component = widget.definition.kind === 'field' ? fieldComponent(widget.faces) : blockComponent(widget.faces);
    if (component) components[tag] = component as ComponentType<never>;
  }
  cache.set(registry, components);
  return components;
}

/**
 * The root component of a compiled schema: lays out the form. Without a form session the schema is used by another
 * Formily application.
 */
function FormLayout(): ReactNode {
  const session = useOptionalForm();
  return session ? <FormBody session={session} /> : <ForeignForm />;
}

/**
 * Returns the component of a field widget: the control, or the text of the value while the field is not editable
 * (ED-002). Null for a widget without an edit face or a view face.
 */
function fieldComponent(faces: Faces): ComponentType | null {
  if (!faces.edit || !faces.view) return null;
  // the parent does not render this component again, because the control subscribes to the value itself
  const Editable = memo(
    function Editable() {
      const parts = useFieldParts(faces);
      return parts && <FieldControl {...parts} />;
    },
    () => true,
  );
  const ReadPretty = observer(function ReadPretty() {
    const parts = useFieldParts(faces);
    return parts && viewFace(parts);
  });
  const component = connect(Editable, mapReadPretty(ReadPretty)) as ComponentType;
  selfUpdatingComponents.add(component);
  return component;
}

/**
 * Returns session and field of the Formily field around the component; null for a field that the session does not know.
 */
function useFieldParts(faces: Faces): FieldParts | null {
  const session = useForm();
  const field = session.field(useField().path.toString());
  return field ? { session, field, faces } : null;
}

/** Returns the component of a block or container; `NodeView` renders its children. Null without a block face. */
function blockComponent({ block }: Faces): ComponentType | null {
  if (!block) return null;
  const Block = block as ComponentType<BlockProps>;
  return observer(function FormilyBlock() {
    const { 'x-node': node, 'x-path': path } = useFieldSchema() as unknown as NodeSchema;
    const isInForm = useOptionalForm() !== null;
    // throws for an empty list of roles or permissions (ER-019): the error boundary then shows a message
    if (!isBlockGranted(node, useSituation())) return null;
    const face = <Block node={node} path={path} />;
    // in a form, a reaction of the schema evaluates the condition
    const condition = isInForm ? null : conditionOf(node);
    return condition === null ? face : <WhenTrue condition={condition}>{face}</WhenTrue>;
  });
}

const Pane = ({ children }: { children?: ReactNode }): ReactNode => children;
