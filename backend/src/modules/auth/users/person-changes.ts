import { Injectable } from '@nestjs/common';

type Listener = (id: string) => Promise<void>;

/** Tells who keeps something about people elsewhere, within the transaction that makes or changes a person. */
@Injectable()
export class PersonChanges {
  private readonly listeners: Listener[] = [];

  add(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(id: string): Promise<void> {
    for (const listener of this.listeners) await listener(id);
  }
}
