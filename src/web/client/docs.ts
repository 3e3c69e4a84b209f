import "../styles/docs.css";
