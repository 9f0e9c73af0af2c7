import { Form } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  label: string;
  isRequired?: boolean;
  problem?: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
}

/** A labelled control with its problem below it. */
export function Field({ id, label, isRequired = false, problem, hint, children }: Props) {
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={isRequired}
      validateStatus={problem ? 'error' : ''}
      help={problem ? <span role="alert">{problem}</span> : undefined}
      extra={hint}
      data-field={id}
    >
      {children}
    </Form.Item>
  );
}
