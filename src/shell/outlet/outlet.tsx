import { Suspense } from 'react';
import { Outlet as RouterOutlet } from 'react-router-dom';
import { NodeLoading } from '../../runtime/placeholders.tsx';

/** The place of the current page inside the layout (SH-007). */
export const Outlet = () => <Suspense fallback={<NodeLoading height={240} />}><RouterOutlet /></Suspense>;
