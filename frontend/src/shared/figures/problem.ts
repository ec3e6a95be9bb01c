import classes from './figures.module.css';

/** Says behind the source of a formula or diagram why it is not drawn. */
export function showProblem(element: HTMLElement, message: string): void {
  const problem = document.createElement('span');
  problem.className = classes.problem ?? '';
  problem.textContent = message;
  element.append(problem);
}
