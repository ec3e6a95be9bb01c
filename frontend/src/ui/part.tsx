import { Component, Suspense, type ReactNode } from 'react';
import { isMissingPart } from '../lib/missing-part';

interface PartProps {
  /** Stands here until it comes. */
  waiting?: ReactNode;
  /** Stands here when its script does not come: the server is away, or has newer ones. */
  missing?: ReactNode;
  children: ReactNode;
}

/** What is loaded by itself. When it does not come, what stands around it stays, above all the text that is being read. */
export class Part extends Component<PartProps, { error?: Error }> {
  static getDerivedStateFromError = (error: Error) => ({ error });

  override state: { error?: Error } = {};

  override render() {
    const { waiting, missing, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={waiting}>{children}</Suspense>;
    // A mistake of ours is the screen's to show.
    if (!isMissingPart(error)) throw error;
    return missing;
  }
}
