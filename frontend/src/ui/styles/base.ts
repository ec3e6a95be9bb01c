// Mantine's styles are imported per component: the complete sheet is five times what a reading page needs.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
